const SQUEEZED = /\$\(\s*echo\s+["']?([\w.-]+)["']?\s*\|\s*tr\s+-d\s+["']?\.["']?\s*\)/g

/** The text with `$(echo 3.11 | tr -d '.')` replaced by what it says, `311`, or undefined where it has none. */
export const withoutSqueezedVersions = (text: string): string | undefined => {
  const plain = text.replace(SQUEEZED, (_, version: string) => version.replaceAll('.', ''))
  return plain === text ? undefined : plain
}
