const COUNT =
  /(?:\$\(\s*(?:nproc(?:\s+--all)?|getconf _NPROCESSORS_ONLN|sysctl -n hw\.(?:logical|physical)?(?:ncpu|cpu))(?:\s*2>\s*\/dev\/null)?\s*\)|`\s*(?:nproc|getconf _NPROCESSORS_ONLN)\s*`)/g

/** The text with `$(nproc)` and the like replaced by a number, or undefined where it has none: how many jobs run at once changes no answer. */
export const withoutProcessorCounts = (text: string): string | undefined => {
  const plain = text.replace(COUNT, '2')
  return plain === text ? undefined : plain
}
