// Packs among the parameters of a function's type.
template <class R, class... A> int count(R (*f)(A...)) { return 0; }
template <class S> struct fn;
template <class R, class... A> struct fn<R(A...)> { R (*run)(void *, A...); };
/* expect
template<typename R, typename... A> int count(R (*f)(A ...)) {
  return 0;
}
template<typename S> struct fn;
template<typename R, typename... A> struct fn<R (A ...)> {
  R (*run)(void *, A ...);
};
*/
