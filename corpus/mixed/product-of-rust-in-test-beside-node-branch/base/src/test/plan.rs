/// How many exams fit into the days.
pub fn exams(days: u32) -> u32 {
    days * 2
}
