--- Short formulas, as people type them: the lesson that teaches their signs comes first, whatever
-- letters and numbers they have, and whichever way powers and indices are typed.
local svc = require("svc")

local BUILD = os.getenv("BUILD") or "build"

local publication
setup(
  function() publication = assert(svc.open(BUILD .. "/demo.svp", { any_signer = true })) end
)

-- Formulas by the lesson, parted by two spaces.
local LESSONS = {
  ["mathematics:counting"] = "n!  k!  7!  12 !  (n)!",
  ["mathematics:derivatives"] = "f'(x)  g'(t)  f’(x)  f′(x)  f''(x)  f″(x)  y'  dy/dx",
  ["mathematics:trigonometry"] = "sin(x)  cos x  tan(45)  cos(x)",
  ["mathematics:powers-and-logarithms"] = "10^-3  10⁻³  10^{-3}  10^−6  5^-2  log2(8)  log_2(8)",
  ["mathematics:sets-and-logic"] = "A∪B  A ∪ B  M∩N  x ∈ A  x∈M  ¬p  ¬ q  p ∧ q  a∨b  p⇒q",
  ["mathematics:sequences-and-series"] = "a_n  u_n  S_n  b_{n}",
  ["computer-science:binary-numbers"] = "101_2  1101₂  1010_{2}  (1011)_2",
  ["mathematics:inequalities"] = "|x|  |a|  |x-3|  | x + 2 |  x<3  y ≥ 7",
  ["chemistry:acids-and-bases"] = "H+  H⁺  H^+  OH-  OH⁻  H3O+  H₃O⁺",
  ["mathematics:pythagorean-theorem"] = "a²+b²=c²  a^2+b^2=c^2  a2+b2=c2  a² + b² = c²  √2",
  ["physics:nuclear-physics"] = "E=mc²  E = mc^2  E=mc2",
}

describe("a formula that is typed", function()
  for lesson, formulas in pairs(LESSONS) do
    for formula in (formulas .. "  "):gmatch("(.-)  ") do
      for _, locale in ipairs(svc.locales) do
        it(("finds the lesson that teaches it: %s (%s)"):format(formula, locale), function()
          local query = { queries = formula, locale = locale, limit = 1 }
          local item = publication:search(query).items[1]
          assert.equal(("asset:%s:material:%s"):format(locale, lesson), item.content_id)
        end)
      end
    end
  end
end)
