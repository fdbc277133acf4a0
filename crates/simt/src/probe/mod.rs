//! What watches a run: a closed list of events; it sees everything and steers nothing.
