use proc_macro::TokenStream;

/// `case!(name, got, want)`
#[proc_macro]
pub fn case(input: TokenStream) -> TokenStream {
    let text = input.to_string();
    let (name, rest) = text.split_once(',').unwrap();
    format!("#[test] fn {name}() {{ let _ = ({rest}); }}").parse().unwrap()
}
