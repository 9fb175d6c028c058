#include <malloc.h>
#include <yaml.h>
