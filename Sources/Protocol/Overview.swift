// What goes through the socket.
//
//     in    reports of an engine; lines of clients
//     out   records, each encoded once, in streams with numbers; requests as values; replies
//
// To read first:
//
//     Session        an engine, and what is asked of it
//     RecordStream   the latest records, and what each filter chooses of them
//     Request        one line of a client
//
// The folder Records alone uses the engine, and is a module of its own: clients and bridges need only the rest. The
// folder Permissions holds what a client may do, and how much of it.
