#pragma once
// The bytes of the built-in files, and the commit. `CBuiltIn.h` declares the functions that return them.
//
// Only the programs and one test target depend on this target. Every other target would be compiled again whenever a
// file of `Assets` or the commit changes.
