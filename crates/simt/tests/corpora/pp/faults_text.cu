#if 0
#else
#else //~ E0105 a second `#else`
#endif
#error stop here //~ E0107 #error stop here
#warning look here //~ W0911 #warning look here
#define N 1
#define N 2 //~ W0913 defined again
#pragma unrol 4 //~ W0907 the pragma `unrol` is not known
#pragma once
int a ＝ 3； //~ E0003 the character `＝`
char *s = "abc; //~ E0005 string literal never ends
char c = 'ab; //~ E0005 character literal never ends
int $ok, 变量;
@ //~ E0003 the character `@`
#if 1 //~ E0105 never closed
