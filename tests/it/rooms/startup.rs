mod mdns;
