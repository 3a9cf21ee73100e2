pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

macro_rules! case {
    ($name:ident, $got:expr, $want:expr) => {
        #[test]
        fn $name() {
            assert_eq!($got, $want);
        }
    };
}

case!(adds, total(&[1, 2]), 3);
case!(empty, total(&[]), 0);
