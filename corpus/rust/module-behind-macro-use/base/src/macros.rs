macro_rules! twice {
    ($e:expr) => {
        $e * 2
    };
}
