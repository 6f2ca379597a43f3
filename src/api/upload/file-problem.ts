/** Why a file can't be read, in words for the user who uploads it. */
export class FileProblem extends Error {
  override readonly name = "FileProblem";
}
