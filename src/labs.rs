//! Every lab of the course, in course order.
//! One line a lab: the crate is linked, so lists, hints and starters need no file and no cargo call.
