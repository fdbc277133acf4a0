//! Everything of the course platform that touches the world.
