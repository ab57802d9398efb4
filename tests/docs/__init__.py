"""The documents: what they show is run, what they list is compared with what there is."""
