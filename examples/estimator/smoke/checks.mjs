// The checks of the smoke test, in order. Each gets a fresh page on fresh stubs.
import assert from 'node:assert/strict'
import { working } from './stubs.mjs'

const ground = (page) => page.getByRole('button', { name: 'M-1 Ground floor (4)' })
const open = async ({ page }) => {
  await ground(page).click()
  await page.locator('#sheet').waitFor()
}
const rows = (page) => page.locator('#quantities tr').allInnerTexts()
const text = (page, selector) => page.locator(selector).innerText()
const alert = async (page) => {
  await page.locator('#trouble:visible').waitFor()
  return await text(page, '#trouble')
}
const choose = (page, text) => page.locator('#file').setInputFiles({ name: 'a.plan', mimeType: 'text/plain', buffer: Buffer.from(text) })
const refusing = (path, answer) => () => ({ ...working(), [path]: () => answer })

export const checks = [
  {
    name: 'the page opens',
    run: async ({ page }) => assert.equal(await page.title(), 'Estimator'),
  },
  {
    name: 'nothing is written to the console',
    run: async (place) => {
      await open(place)
      assert.deepEqual(place.console, [])
    },
  },
  {
    name: 'the drawings are listed',
    run: async ({ page }) => {
      await ground(page).waitFor()
      assert.equal(await page.locator('#drawings li').count(), 1)
    },
  },
  {
    name: 'an empty list says so',
    stubs: refusing('GET /api/drawings', [200, { drawings: [] }]),
    run: async ({ page }) => {
      await page.getByText('No drawings yet.').waitFor()
      assert.equal(await page.locator('#sheet').isVisible(), false)
    },
  },
  {
    name: 'a sheet is drawn, line by line',
    run: async (place) => {
      await open(place)
      assert.equal(await place.page.locator('#plan path.ink').count(), 9)
      assert.equal(await place.page.locator('#plan text').textContent(), 'T')
    },
  },
  {
    name: 'a sheet is drawn the right way up',
    run: async (place) => {
      await open(place)
      const [door, grille] = await Promise.all([3, 0].map((at) => place.page.locator('.found').nth(at).boundingBox()))
      assert.ok(door.y < grille.y, 'the door lies above the grille')
    },
  },
  {
    name: 'each symbol is outlined where it is',
    run: async (place) => {
      await open(place)
      const outlines = await place.page.locator('.found').evaluateAll((all) =>
        all.map((one) => ['x', 'y', 'width', 'height'].map((name) => Number(one.getAttribute(name)))),
      )
      assert.deepEqual(outlines, [[0, -12, 12, 12], [40, -12, 12, 12], [78, -8, 4, 4], [0, -58, 18, 18]])
    },
  },
  {
    name: 'the take-off is a row for each size',
    run: async (place) => {
      await open(place)
      assert.deepEqual(await rows(place.page), ['supply grille\t600x600\t2', 'thermostat\t200\t1', 'door\t900\t1'])
    },
  },
  {
    name: 'heading, scale and total are those of the sheet',
    run: async (place) => {
      await open(place)
      const said = await Promise.all(['#heading', '#scale', '#total'].map((one) => text(place.page, one)))
      assert.deepEqual(said, ['M-1 Ground floor', '1:50', '4 symbols'])
    },
  },
  {
    name: 'one class can be shown alone',
    run: async (place) => {
      await open(place)
      await place.page.locator('#show').selectOption('supply_grille')
      assert.equal(await place.page.locator('.found:visible').count(), 2)
      await place.page.locator('#show').selectOption('')
      assert.equal(await place.page.locator('.found:visible').count(), 4)
    },
  },
  {
    name: 'a note is sent with its symbol',
    run: async (place) => {
      await open(place)
      await place.page.locator('.found').nth(3).click()
      assert.equal(await text(place.page, '#chosen'), 'door')
      await place.page.locator('#note').fill('left hung')
      await place.page.getByRole('button', { name: 'Keep' }).click()
      await place.page.locator('#notes li').waitFor()
      const sent = place.asked.find(({ method, path }) => method === 'POST' && path.endsWith('/notes'))
      assert.deepEqual(JSON.parse(sent.body), { symbol: 3, text: 'left hung' })
    },
  },
  {
    name: 'a note is shown, and its symbol marked',
    stubs: refusing('GET /api/drawings/d1/notes', [200, { notes: [{ symbol: 2, text: 'too high' }] }]),
    run: async (place) => {
      await open(place)
      assert.equal(await text(place.page, '#notes'), 'thermostat: too high')
      assert.equal(await place.page.locator('.found.noted').getAttribute('data-class'), 'thermostat')
    },
  },
  {
    name: 'a file is added, listed and opened',
    run: async ({ page, asked }) => {
      await choose(page, 'SHEET M-9\n')
      await page.getByRole('heading', { name: 'M-9' }).waitFor()
      assert.equal(asked.find(({ method }) => method === 'POST').body, 'SHEET M-9\n')
      assert.equal(await page.locator('#drawings li').count(), 2)
    },
  },
  {
    name: 'a file that cannot be read is refused in the words of the server',
    stubs: refusing('POST /api/drawings', [422, { error: 'line 3: BOX is not known', line: 3 }]),
    run: async ({ page }) => {
      await choose(page, 'SHEET X\n')
      assert.equal(await alert(page), 'line 3: BOX is not known')
    },
  },
  {
    name: 'the bill of the pricing server is shown',
    run: async (place) => {
      await open(place)
      await place.page.getByRole('button', { name: 'Price it' }).click()
      await place.page.getByText('12,345.67 for 4 pieces').waitFor()
      const sent = JSON.parse(place.asked.find(({ path }) => path === '/pricing/estimate').body)
      assert.deepEqual(sent.quantities.map(({ count }) => count), [2, 1, 1])
    },
  },
  {
    name: 'a back end that is away is told, and no old bill stays',
    stubs: refusing('POST /pricing/estimate', null),
    run: async (place) => {
      await open(place)
      await place.page.getByRole('button', { name: 'Price it' }).click()
      assert.equal(await alert(place.page), 'The pricing server cannot be reached.')
      assert.equal(await text(place.page, '#bill'), '')
    },
  },
]
