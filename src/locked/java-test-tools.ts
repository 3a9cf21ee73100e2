/** Groups of artifacts that judge: test frameworks, assertions, mocks, and what runs and measures tests. */
const GROUPS =
  /^(?:junit|org\.junit(?:\..+)?|org\.testng|org\.assertj|org\.hamcrest|org\.mockito(?:\..+)?|org\.easymock|org\.powermock|org\.jmockit|org\.jmock|org\.spockframework|io\.cucumber|info\.cukes|net\.jqwik|com\.google\.truth(?:\..+)?|com\.google\.testing\..+|io\.rest-assured|com\.jayway\.restassured|org\.awaitility|org\.wiremock|com\.github\.tomakehurst|org\.testcontainers|org\.mock-server|io\.kotest|io\.mockk|org\.scalatest|org\.scalatestplus|org\.scalacheck|org\.specs2|org\.dbunit|org\.xmlunit|xmlunit|org\.skyscreamer|com\.tngtech\.archunit|com\.approvaltests|io\.github\.origin-energy|org\.concordion|org\.jbehave|org\.citrusframework|org\.pitest|org\.jacoco|org\.apache\.maven\.surefire|com\.github\.stefanbirkner|uk\.org\.webcompere|nl\.jqno\.equalsverifier|com\.squareup\.okhttp3\.mockwebserver)$/
const ARTIFACTS =
  /^(?:kotlin-test.*|spring-boot-starter-test|spring-test|spring-boot-test.*|micronaut-test.*|quarkus-junit.*|mockwebserver|akka-testkit.*|vertx-junit.*)$/
const VERSIONS =
  /junit|jupiter|testng|assertj|hamcrest|mockito|easymock|powermock|spock|surefire|failsafe|jacoco|cucumber|jqwik|truth|assured|awaitility|wiremock|testcontainers|kotest|mockk|scalatest|xmlunit|jsonassert|archunit|pitest|byte-?buddy|objenesis|(?:^|[.-])tests?(?:[.-]|$)/i

/** True for an artifact of Maven that judges, by its group or its name. */
export const isJavaTestTool = (group: string, artifact: string): boolean =>
  GROUPS.test(group) || ARTIFACTS.test(artifact)

/** True for a property whose name says that it is the version of such an artifact. */
export const isTestToolVersion = (property: string): boolean => VERSIONS.test(property)
