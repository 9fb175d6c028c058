// Text from and for a person at a terminal.
//
//     in    the arguments of a program, names that may be misspelt, text of others
//     out   options, the word that was probably meant, text that a terminal can show
//
// To read first:
//
//     Arguments     the options and operands of a command line
//     Misspelling   finds the known word that a mistyped one means
//     Printable     makes text of others fit for a terminal
