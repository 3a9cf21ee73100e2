import path from 'node:path'
import type { Stage } from './stage.ts'
import type { Machine } from './toolchains.ts'

export type Environment = Readonly<Record<string, string>>

/** What an environment is made of, beside the machine. */
export interface EnvironmentRequest {
  readonly machine: Machine
  readonly stage: Stage
  /** Directories in front of PATH; absolute, or relative to the stage. */
  readonly path: readonly string[]
  /** Variables of the plan and the command; `{stage}` in a value stands for the stage. PATH, HOME and TMPDIR are ours and stay. */
  readonly extra: Environment
  /** Names of variables that a person lets through from our own environment; those that are not set stay unset. */
  readonly secrets?: readonly string[]
  /** The run may use the network: proxies and certificate authorities come along. */
  readonly network?: boolean
}

/** `{stage}` in a text, replaced by the absolute stage. */
export const placed = (text: string, stage: Stage): string => text.replaceAll('{stage}', stage.root)

const placedAll = (values: Environment, stage: Stage): Environment =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, placed(value, stage)]))

const PROXIES = /^(?:https?|no|all|ftp)_proxy$|^npm_config_(?:https?-?_?proxy|proxy|noproxy)$|^YARN_HTTPS?_PROXY$/i
const AUTHORITIES =
  /^(?:SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|PIP_CERT|GIT_SSL_CA(?:INFO|PATH)|NIX_SSL_CERT_FILE|CARGO_HTTP_CAINFO|UV_NATIVE_TLS|UV_SYSTEM_CERTS|YARN_HTTPS_CA_FILE_PATH|npm_config_(?:ca|cafile|strict_ssl))$/
const INDEXES =
  /^(?:PIP_(?:INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|TRUSTED_HOST|DEFAULT_TIMEOUT|TIMEOUT|RETRIES)|UV_(?:INDEX.*|DEFAULT_INDEX|EXTRA_INDEX_URL|FIND_LINKS|NO_INDEX|INSECURE_HOST|HTTP_TIMEOUT|CONCURRENT_DOWNLOADS)|npm_config_(?:registry|@[^:]+:registry|nodedir|fetch_.*)|YARN_(?:REGISTRY|NPM_REGISTRY_SERVER)|GOPROXY|GOSUMDB|CARGO_REGISTRIES_.*_INDEX)$/i

/** Variables of our own environment whose name matches one of the patterns. */
const passed = (machine: Machine, patterns: readonly RegExp[]): Environment =>
  Object.fromEntries(
    Object.entries(machine.source).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && patterns.some((pattern) => pattern.test(entry[0])),
    ),
  )

/** What decides where packages come from, for the key of an install that no lockfile pins. */
export const indexVariables = (machine: Machine): Environment => passed(machine, [INDEXES])

const named = (machine: Machine, names: readonly string[]): Environment =>
  Object.fromEntries(
    names.flatMap((name) => (machine.source[name] === undefined ? [] : [[name, machine.source[name]]])),
  )

/** The environment of a check, made from nothing: no variable of ours that could steer git, Node, Python, npm or the linker. */
export const runEnvironment = ({
  machine,
  stage,
  extra,
  secrets = [],
  ...request
}: EnvironmentRequest): Environment => {
  const front = request.path.map((directory) => path.resolve(stage.root, placed(directory, stage)))
  return {
    ...named(machine, ['USER', 'LOGNAME']),
    ...machine.homes,
    SHELL: '/bin/sh',
    CI: '1',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    UV_PYTHON_DOWNLOADS: 'never',
    RUSTUP_AUTO_INSTALL: '0',
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    ...(request.network ? passed(machine, [PROXIES, AUTHORITIES]) : {}),
    ...placedAll(extra, stage),
    ...named(machine, secrets),
    PATH: [...new Set([...front, ...machine.path])].join(path.delimiter),
    HOME: stage.home,
    TMPDIR: stage.temp,
  }
}

/** Downloads of packages, shared by all repositories, below our cache. Only ever read through the package managers, which check them. */
const downloadCaches = (cache: string): Environment => {
  const at = (name: string) => path.join(cache, 'downloads', name)
  return {
    npm_config_cache: at('npm'),
    npm_config_store_dir: at('pnpm'),
    pnpm_config_store_dir: at('pnpm'),
    YARN_CACHE_FOLDER: at('yarn'),
    BUN_INSTALL_CACHE_DIR: at('bun'),
    UV_CACHE_DIR: at('uv'),
    PIP_CACHE_DIR: at('pip'),
    POETRY_CACHE_DIR: at('poetry'),
    // What Go compiled of its own standard library.
    TRIVERDICT_GO_STANDARD: at('go-standard'),
  }
}

/** A test run may write into what was installed: hard links would carry that into the downloads of everybody. */
const NO_LINKS: Environment = {
  UV_LINK_MODE: 'copy',
  npm_config_package_import_method: 'copy',
  pnpm_config_package_import_method: 'copy',
}
const QUIET: Environment = {
  npm_config_update_notifier: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
}

/**
 * The environment of an install step: that of a run, and what reaching a registry takes (proxies, authorities, indexes, further
 * interpreters). `cache` is the absolute cache directory. Secrets are not let through.
 */
export const installEnvironment = (
  request: Omit<EnvironmentRequest, 'secrets' | 'network'> & { readonly cache: string },
): Environment => {
  const { machine, cache } = request
  const run = runEnvironment({
    ...request,
    extra: {
      ...passed(machine, [PROXIES, AUTHORITIES, INDEXES]),
      ...QUIET,
      ...NO_LINKS,
      ...downloadCaches(cache),
      ...request.extra,
    },
  })
  return { ...run, PATH: [...new Set([run.PATH ?? '', ...machine.interpreters])].join(path.delimiter) }
}
