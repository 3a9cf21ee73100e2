use tmpl::Template;

#[derive(Default, Template)]
#[template(path = "hello.html")]
pub struct Hello<'a> {
    pub name: &'a str,
    pub title: &'a str,
}

pub fn hello(page: &Hello) -> String {
    format!("<h1>{}</h1>", page.name)
}
