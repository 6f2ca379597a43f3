/** Every API resource: one import line and one entry line each. */
