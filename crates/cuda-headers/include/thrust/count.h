// Part of Thrust.
#pragma once
#include <simt/thrust.h>
#include <simt/thrust_placeholders.h>
