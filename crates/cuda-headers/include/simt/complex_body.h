// A complex number and its functions, for the namespace that includes this: `std` or `thrust`.
// The rule: SIMT_COMPLEX stands before each function; SIMT_QUOTIENT makes the parts of a quotient.
template <class T> struct complex {
    using value_type = T;
    T __re, __im;

    SIMT_COMPLEX complex(const T &re = T(), const T &im = T()) : __re(re), __im(im) {}
    template <class U> SIMT_COMPLEX complex(const complex<U> &from) : __re(static_cast<T>(from.real())), __im(static_cast<T>(from.imag())) {}
    SIMT_COMPLEX T real() const { return __re; }
    SIMT_COMPLEX T imag() const { return __im; }
    SIMT_COMPLEX void real(T value) { __re = value; }
    SIMT_COMPLEX void imag(T value) { __im = value; }
    SIMT_COMPLEX complex &operator=(const T &value) {
        __re = value;
        __im = T();
        return *this;
    }
    template <class U> SIMT_COMPLEX complex &operator+=(const complex<U> &b) {
        __re += b.real();
        __im += b.imag();
        return *this;
    }
    template <class U> SIMT_COMPLEX complex &operator-=(const complex<U> &b) {
        __re -= b.real();
        __im -= b.imag();
        return *this;
    }
    template <class U> SIMT_COMPLEX complex &operator*=(const complex<U> &b) {
        T re = __re * b.real() - __im * b.imag();
        __im = __re * b.imag() + __im * b.real();
        __re = re;
        return *this;
    }
    template <class U> SIMT_COMPLEX complex &operator/=(const complex<U> &b) {
        T c = b.real(), d = b.imag(), re, im;
        SIMT_QUOTIENT
        __re = re;
        __im = im;
        return *this;
    }
    SIMT_COMPLEX complex &operator+=(const T &b) {
        __re += b;
        return *this;
    }
    SIMT_COMPLEX complex &operator-=(const T &b) {
        __re -= b;
        return *this;
    }
    SIMT_COMPLEX complex &operator*=(const T &b) {
        __re *= b;
        __im *= b;
        return *this;
    }
    SIMT_COMPLEX complex &operator/=(const T &b) {
        __re /= b;
        __im /= b;
        return *this;
    }
};
template <class T> SIMT_COMPLEX complex<T> operator+(complex<T> a, const complex<T> &b) { return a += b; }
template <class T> SIMT_COMPLEX complex<T> operator-(complex<T> a, const complex<T> &b) { return a -= b; }
template <class T> SIMT_COMPLEX complex<T> operator*(complex<T> a, const complex<T> &b) { return a *= b; }
template <class T> SIMT_COMPLEX complex<T> operator/(complex<T> a, const complex<T> &b) { return a /= b; }
template <class T> SIMT_COMPLEX complex<T> operator+(const complex<T> &a) { return a; }
template <class T> SIMT_COMPLEX complex<T> operator-(const complex<T> &a) { return complex<T>(-a.real(), -a.imag()); }
template <class T> SIMT_COMPLEX bool operator==(const complex<T> &a, const complex<T> &b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <class T> SIMT_COMPLEX bool operator!=(const complex<T> &a, const complex<T> &b) { return !(a == b); }
template <class T> SIMT_COMPLEX bool operator==(const complex<T> &a, const T &b) { return a.real() == b && a.imag() == T(); }
template <class T> SIMT_COMPLEX bool operator!=(const complex<T> &a, const T &b) { return !(a == b); }
template <class T> SIMT_COMPLEX T real(const complex<T> &a) { return a.real(); }
template <class T> SIMT_COMPLEX T imag(const complex<T> &a) { return a.imag(); }
template <class T> SIMT_COMPLEX T norm(const complex<T> &a) { return a.real() * a.real() + a.imag() * a.imag(); }
template <class T> SIMT_COMPLEX complex<T> conj(const complex<T> &a) { return complex<T>(a.real(), -a.imag()); }
template <class T> SIMT_COMPLEX T abs(const complex<T> &a) { return ::hypot(a.real(), a.imag()); }
template <class T> SIMT_COMPLEX T arg(const complex<T> &a) { return ::atan2(a.imag(), a.real()); }
template <class T> SIMT_COMPLEX complex<T> polar(const T &radius, const T &angle = T()) { return complex<T>(radius * ::cos(angle), radius * ::sin(angle)); }
template <class T> SIMT_COMPLEX complex<T> exp(const complex<T> &a) { return polar<T>(::exp(a.real()), a.imag()); }
template <class T> SIMT_COMPLEX complex<T> log(const complex<T> &a) { return complex<T>(::log(abs(a)), arg(a)); }
template <class T> SIMT_COMPLEX complex<T> log10(const complex<T> &a) { return log(a) / T(2.302585092994045684); }
template <class T> SIMT_COMPLEX complex<T> sqrt(const complex<T> &a) {
    T x = a.real(), y = a.imag();
    if (x == T()) {
        T root = ::sqrt((y < T() ? -y : y) / 2);
        return complex<T>(root, y < T() ? -root : root);
    }
    T twice = ::sqrt(2 * (abs(a) + (x < T() ? -x : x))), half = twice / 2;
    if (x > T()) return complex<T>(half, y / twice);
    return complex<T>((y < T() ? -y : y) / twice, y < T() ? -half : half);
}
template <class T> SIMT_COMPLEX complex<T> pow(const complex<T> &a, const T &b) {
    if (a.imag() == T() && a.real() > T()) return complex<T>(::pow(a.real(), b));
    if (a == complex<T>()) return b == T() ? complex<T>(T(1)) : complex<T>();
    complex<T> turned = log(a);
    return polar<T>(::exp(b * turned.real()), b * turned.imag());
}
template <class T> SIMT_COMPLEX complex<T> pow(const complex<T> &a, const complex<T> &b) { return a == complex<T>() ? complex<T>() : exp(b * log(a)); }
template <class T> SIMT_COMPLEX complex<T> pow(const T &a, const complex<T> &b) {
    return a > T() ? polar<T>(::pow(a, b.real()), b.imag() * ::log(a)) : pow(complex<T>(a), b);
}
template <class T> SIMT_COMPLEX complex<T> cosh(const complex<T> &a) {
    return complex<T>(::cosh(a.real()) * ::cos(a.imag()), ::sinh(a.real()) * ::sin(a.imag()));
}
template <class T> SIMT_COMPLEX complex<T> sinh(const complex<T> &a) {
    return complex<T>(::sinh(a.real()) * ::cos(a.imag()), ::cosh(a.real()) * ::sin(a.imag()));
}
template <class T> SIMT_COMPLEX complex<T> tanh(const complex<T> &a) { return sinh(a) / cosh(a); }
template <class T> SIMT_COMPLEX complex<T> cos(const complex<T> &a) {
    return complex<T>(::cos(a.real()) * ::cosh(a.imag()), -(::sin(a.real()) * ::sinh(a.imag())));
}
template <class T> SIMT_COMPLEX complex<T> sin(const complex<T> &a) {
    return complex<T>(::sin(a.real()) * ::cosh(a.imag()), ::cos(a.real()) * ::sinh(a.imag()));
}
template <class T> SIMT_COMPLEX complex<T> tan(const complex<T> &a) { return sin(a) / cos(a); }
template <class S, class T> S &operator<<(S &out, const complex<T> &a) {
    out << '(' << a.real() << ',' << a.imag() << ')';
    return out;
}
