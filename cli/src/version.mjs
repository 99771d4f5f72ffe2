/** @file The version of this program. */
import manifest from "../package.json" with { type: "json" };

/** major.minor.patch, which package.json alone states */
export const { version } = manifest;
