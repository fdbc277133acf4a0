//! The text form of the instructions, for tests and for the curious.
