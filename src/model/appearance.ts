/** By it the server knows whether somebody chose light or dark; none for those who follow their device. */
export const APPEARANCE_COOKIE = "tessera_appearance";
