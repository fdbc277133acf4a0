//! Every lab of this course, found by folder when this is built; see `lab_build::shelf`.
//!
//! What comes out is [`ALL`]: for each lab the texts of its folder and its parts as code. Their order is that of names;
//! the order in which a learner meets them stands in `content/course.yaml`.

include!(concat!(env!("OUT_DIR"), "/shelf.rs"));
