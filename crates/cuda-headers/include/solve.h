// What a puzzle's kernel file includes and a learner seldom has beside it: its own header only declares `solve`, which
// the file that includes it defines. One beside the program goes first.
#pragma once
