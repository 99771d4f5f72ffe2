--- A load of wrk: verses of the Quran, of any surah. At the end one line tells what became of it.

local calls = 0

--- Each thread asks for the surahs in turn, so that all of them are asked for.
function request()
  calls = calls + 1
  return wrk.format("GET", ("/v1/quran/%d?to_verse=1"):format(calls % 114 + 1))
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(
    ("%d requests, %d failed (connect %d, read %d, write %d, status %d, timeout %d)\n"):format(
      summary.requests,
      failed,
      errors.connect,
      errors.read,
      errors.write,
      errors.status,
      errors.timeout
    )
  )
end
