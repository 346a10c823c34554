/** The API version of this emulator's own objects: the one the pinned SDK speaks. */
export const API_VERSION = '2026-10-28.endive'
