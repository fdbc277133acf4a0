// `assert` is the compiler's.
#pragma once
