--- Disks that are full: of the logs, and of a publication that is being made.

local report = require("spec.proof.faults.report")
local server = require("spec.support.service.server")
local stage = require("spec.proof.faults.stage")

local function run(command)
  local pipe = assert(io.popen("(" .. command .. ') 2>&1; echo " $?"'))
  local text = pipe:read("a")
  pipe:close()
  return tonumber(text:match("(%d+)\n$")), text:gsub("%s*%d+\n$", "")
end

-- Starts a program where there is a disk of 4 KiB.
local SMALL = "unshare -rm sh -c 'mount -t tmpfs -o size=4k none %s/disk && exec \"$@\"' sh"

-- A service whose logs cannot be written serves on, and says so where it can.
local function logs(row, mounts)
  local small = stage.root .. "/disk/access"
  for _, log in ipairs(mounts and { "/dev/full", small } or { "/dev/full" }) do
    local limited = log == small and SMALL:format(stage.root) or nil
    local svcd <close> = assert(stage.start({ access_log = log }, limited))
    local defect
    for _ = 1, 3 do
      defect = defect or svcd:healthy()
    end
    local told = server.await(
      function()
        return svcd:errors():find("access_log: " .. log .. ": No space left on device", 1, true)
      end,
      5
    )
    if not told then defect = defect or "nobody is told that the log cannot be written" end
    row:point(defect or svcd:crash() or svcd:finish(), false, "access log " .. log)
  end
  local svcd <close> =
    assert(stage.start({ log = "debug" }, "sh -c 'exec \"$@\" 2>/dev/full' sh"))
  svcd:order("POST /reload")
  row:point(svcd:healthy() or svcd:finish(), false, "standard error /dev/full")
end

-- Makes a publication of the checkout's content on a small disk; KiB is its size.
local function publish(row, KiB, expected)
  local svcd = os.getenv("SVC_SVCD")
  local script = ([[mount -t tmpfs -o size=%dk none %s/disk && echo old >%s/disk/p.svp &&
    %s publish --content data/content --key %s/key --sequence 1 --out %s/disk/p.svp;
    status=$?; [ "$(cat %s/disk/p.svp)" = old ] && echo kept
    ls -A %s/disk | wc -l; exit $status]]):format(
    KiB,
    stage.root,
    stage.root,
    svcd,
    stage.root,
    stage.root,
    stage.root,
    stage.root
  )
  local status, text = run("unshare -rm sh -c '" .. script .. "'")
  local defect
  if status == 0 or status > 125 then
    defect = "status " .. status
  elseif not text:find("p.svp: [^\n]*" .. expected) then
    defect = "the message names neither file nor cure: " .. text:sub(-300)
  elseif not text:find("kept\n1") then
    defect = "the former file is not as it was, or something was left: " .. text:sub(-200)
  end
  row:point(defect, true, ("publish on a disk of %d KiB"):format(KiB))
end

local function publish_limited(row)
  local root = stage.root
  local status, text = run(
    (
      "mkdir -p %s/limited && prlimit --fsize=65536 %s publish "
      .. "--content data/content --key %s/key --sequence 1 --out %s/limited/p.svp; "
      .. "s=$?; ls -A %s/limited | wc -l; exit $s"
    ):format(root, os.getenv("SVC_SVCD"), root, root, root)
  )
  local clean = status > 0 and status < 126 and text:find("p.svp: ") and text:find("\n0")
  row:point(
    not clean and ("status %d: %s"):format(status, text:sub(-300)) or nil,
    true,
    "publish files of 64 KiB at most"
  )
end

return function()
  local row = report.row("the disk is full")
  assert(os.execute("mkdir -p " .. stage.root .. "/disk"))
  local mounts = run("unshare -rm mount -t tmpfs none " .. stage.root .. "/disk") == 0
  logs(row, mounts)
  assert(run(os.getenv("SVC_SVCD") .. " keygen --out " .. stage.root .. "/key") == 0)
  if mounts then
    local expected = "No space left on device; free space"
    for _, KiB in ipairs { 8, 64, 256 } do
      publish(row, KiB, expected)
    end
  else
    print("    mounts are not permitted here: publishing on a full disk was left out")
  end
  publish_limited(row)
  row:finish()
end
