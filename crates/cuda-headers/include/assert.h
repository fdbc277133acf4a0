// `assert` is the compiler's.
#pragma once
#define __ASSERT_FUNCTION __func__
