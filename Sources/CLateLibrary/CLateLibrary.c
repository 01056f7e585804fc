#include "CLateLibrary.h"
