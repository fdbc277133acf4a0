int a;
int b; /* this goes on //~ E0004 this comment never ends
int c;
