// The bridge to MQTT brokers.
//
//     in    records of the daemon, requests of the broker
//     out   topics with records, state and what Home Assistant needs
//
// To read first:
//
//     Bridge             what goes from the daemon to the broker, and back
//     BrokerConnection   the connection to the broker, with its diagram
//     OutgoingQueue      what the broker has not acknowledged yet
//
// Main is the program, all else a library that tests use.
