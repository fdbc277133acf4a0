import torch //~ E0002 like Python

def f(x):
    return x + 1
