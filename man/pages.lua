-- Turns a document of docs/ into what a manual page can show: pandoc runs it for scripts/build-manual.
--
-- A manual page has no pictures, no link targets and no wide tables. Each row of a table becomes a
-- tagged paragraph: its first cell is the tag, and the headings of the other cells name them.

local stringify = pandoc.utils.stringify

-- The page's name and one line about it, from the command line.
local name, about

-- The cells behind the first one: the meaning first, then the others with what their heading names.
local function description(head, cells)
  local meaning, rest = pandoc.List(), pandoc.List()
  for at = 2, #cells do
    local heading = stringify(head[at])
    if stringify(cells[at]) ~= "" then
      if heading == "meaning" or #cells == 2 then
        meaning:extend(pandoc.utils.blocks_to_inlines(cells[at]))
      else
        if #rest > 0 then rest:extend({ pandoc.Str(";"), pandoc.Space() }) end
        if heading ~= "" then rest:extend({ pandoc.Emph(heading:gsub("^%l", string.upper)), pandoc.Str(":"), pandoc.Space() }) end
        rest:extend(pandoc.utils.blocks_to_inlines(cells[at]))
      end
    end
  end
  if #meaning > 0 and #rest > 0 then meaning:extend({ pandoc.Str("."), pandoc.Space() }) end
  return { pandoc.Plain(meaning .. rest) }
end

function Table(rows)
  local simple = pandoc.utils.to_simple_table(rows)
  local items = pandoc.List()
  for _, cells in ipairs(simple.rows) do
    local tag = pandoc.utils.blocks_to_inlines(cells[1])
    if #tag == 0 then tag = { pandoc.Str("–") } end
    items:insert({ tag, { description(simple.headers, cells) } })
  end
  return pandoc.DefinitionList(items)
end

function Header(header)
  if header.level == 1 then
    header.content = pandoc.List({ pandoc.Str(string.upper(stringify(header))) })
  end
  return header
end

-- Manual pages set code in bold: not every reader of them has a font for it.
function Code(code) return pandoc.Strong(pandoc.Str(code.text)) end

function CodeBlock(block)
  local lines = pandoc.List()
  for line in (block.text .. "\n"):gmatch("(.-)\n") do
    line = line:gsub("\\", "\\e"):gsub("-", "\\-")
    lines:insert((line:gsub("^([.'])", "\\&%1")))
  end
  return pandoc.RawBlock("man", ".PP\n.RS 4\n.EX\n" .. table.concat(lines, "\n") .. "\n.EE\n.RE")
end

function Link(link) return link.content end

function Image() return {} end

function RawBlock() return {} end

function RawInline() return {} end

-- A paragraph of which nothing is left is none.
function Para(para)
  if stringify(para) == "" then return {} end
end

function Meta(meta)
  name, about = stringify(meta.name), stringify(meta.about)
  meta.title = string.upper(name)
  return meta
end

-- The other pages that belong to this one.
local function others()
  local inlines = pandoc.List()
  for _, page in ipairs({
    { "responderctl", 1 }, { "responderd.yaml", 5 }, { "responderd-concepts", 7 }, { "responderd-protocol", 7 }, { "responderd", 8 },
  }) do
    if page[1] ~= name then
      if #inlines > 0 then inlines:extend({ pandoc.Str(","), pandoc.Space() }) end
      inlines:extend({ pandoc.Strong(page[1]), pandoc.Str("(" .. page[2] .. ")") })
    end
  end
  return inlines
end

function Pandoc(document)
  local head = {
    pandoc.Header(1, "NAME"), pandoc.Para({ pandoc.Str(name .. " - " .. about) }),
    pandoc.Header(1, "DESCRIPTION"),
  }
  local foot = {
    pandoc.Header(1, "SEE ALSO"), pandoc.Para(others()),
  }
  return pandoc.Pandoc(pandoc.List(head) .. document.blocks .. foot, document.meta)
end

return {
  { Meta = Meta },
  { Link = Link, Image = Image, RawBlock = RawBlock, RawInline = RawInline },
  { Code = Code, CodeBlock = CodeBlock },
  { Para = Para, Table = Table, Header = Header },
  { Pandoc = Pandoc },
}
