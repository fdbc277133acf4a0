a+++b>>=c<<<d>>>e->*f::g...0x1p+3.5e+2..1
/* expect
Name a Operator ++ Operator + Name b Operator >>= Name c Operator <<< Name d Operator >>> Name e Operator ->* Name f
Operator :: Name g Operator ... Number 0x1p+3.5e+2..1
*/
