pub fn half( {
