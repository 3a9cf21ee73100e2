import type { Some } from '../../model/result.ts'

// A repository of its own: nothing that was fetched before answers.
const FETCH =
  'mkdir -p "$0" && cd "$0" && printf "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.apache</groupId><artifactId>apache</artifactId>' +
  '<version>31</version><relativePath/></parent><artifactId>reach</artifactId><packaging>pom</packaging></project>" >pom.xml && ' +
  'mvn -B -q -N -Dmaven.repo.local="$0/repository" validate'

/** An argv that fetches one small artifact of the central repository, past every cache. */
export const reach = (): Some<string> => ['sh', '-c', FETCH, '{stage}/temp/reach']
