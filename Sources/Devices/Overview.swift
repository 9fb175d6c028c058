// Devices and recordings.
//
//     in    events of evdev and libinput, the list of udev, recordings
//     out   frames in points of a screen; touches that are passed on, for a virtual touchscreen
//
// To read first:
//
//     DeviceSource   the devices of the machine, as they appear and go
//     DeviceOutlet   where the events of both libraries meet
//     SlotTable      the contacts of one evdev device, with the diagram of a slot
//
// The folder Library is for other programs.
