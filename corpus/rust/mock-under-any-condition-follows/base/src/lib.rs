pub trait Clock {
    fn now(&self) -> u64;
}

#[cfg(any(test, feature = "mock"))]
pub mod fake;

pub fn is_after(clock: &dyn Clock, when: u64) -> bool {
    clock.now() > when
}
