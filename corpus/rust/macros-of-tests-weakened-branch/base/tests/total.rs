cases::case!(adds, procmac::total(&[1, 2]), 3);
