// The messages for invalid files: the place, the error and the fix.

import Testing

@testable import Configuration
@testable import ConfigurationText

@Suite struct SyntaxErrorTests {
  private func messages(_ text: String) -> [String] {
    do {
      _ = try YAML.parse(text, file: "f")
      return []
    } catch {
      return error.diagnostics.map(\.summary)
    }
  }

  @Test(arguments: [
    ("a:\n\tb: 1\n", "2:1: expected spaces as indentation, found a tab; replace it with spaces"),
    (
      "a:\n  b: 1\n\tc: 2\n",
      "3:1: expected spaces as indentation, found a tab; replace it with spaces"
    ),
    (
      "a: |\n\tx\n", "2:1: expected spaces as indentation, found a tab; replace it with spaces"
    ),
    (
      "list:\n  - id: x\n   frame: 1\n",
      "3:4: expected the indentation of \"id\" on line 2, found \"frame\" indented less; "
        + "begin both in the same column"
    ),
    (
      "a:\n    b: 1\n  # c\n\n  c: 2\n",
      "5:3: expected the indentation of \"b\" on line 2, found \"c\" indented less; "
        + "begin both in the same column"
    ),
    (
      " a: 1\nb: 2\n",
      "2:1: expected the indentation of \"a\" on line 1, found \"b\" indented less; "
        + "begin both in the same column"
    ),
    (
      "a:\n  b: 1\n    c: 2\n",
      "3:5: expected the indentation of \"b\" on line 2, found \"c\" indented more; "
        + "begin both in the same column, or give \"b\" no value of its own"
    ),
    (
      "a:\n- b\n c: 1\n",
      "3:2: expected the indentation of \"b\" on line 2, found \"c\" indented less; "
        + "begin both in the same column, or give \"b\" no value of its own"
    ),
    (
      "a:\n  - id: x\n    f: 1\n   - id: y\n",
      "4:4: expected the indentation of \"- \" on line 2, found \"- \" indented more; "
        + "begin both in the same column"
    ),
    (
      "a:\n  - id: x\n    f: 1\n - id: y\n",
      "4:2: expected the indentation of \"- \" on line 2, found \"- \" indented less; "
        + "begin both in the same column"
    ),
    (
      "- a\nb: 1\n",
      "2:1: expected \"- \" as on line 1, found \"b\"; begin it with \"- \", "
        + "or indent it more to make it part of the item above"
    ),
    (
      "a: 1\n- b\n",
      "2:1: expected a key as on line 1, found a list item; put the list under a key, "
        + "or remove \"- \""
    ),
    (
      "a: - b\n",
      "1:4: expected a value on this line, found a list item; begin the list on a line of its own, "
        + "or write it as [a, b]"
    ),
  ])
  func `lines that begin in the wrong column`(text: String, message: String) {
    #expect(messages(text) == ["f:" + message])
  }

  @Test(arguments: [
    (
      "a:\n  - id: b: c # d\n",
      "2:9: expected a value without \": \", found \"b: c\"; put the value in quotes"
    ),
    (
      "a: https://x: y\n",
      "1:4: expected a value without \": \", found \"https://x: y\"; put the value in quotes"
    ),
    ("a:b\nc: 1\n", "1:1: expected a space after the colon, found \"a:b\"; write KEY: VALUE"),
    (
      "a:\n  b:1\n  c: 2\n",
      "2:3: expected a space after the colon, found \"b:1\"; write KEY: VALUE"
    ),
    (
      "a: { b:[1] }\n",
      "1:7: expected a space after the colon, found \":[1] }\"; "
        + "write KEY: VALUE, or put the value in quotes"
    ),
    (
      "a: 1\nb\nc: 2\n",
      "2:1: expected a key with a colon, found \"b\"; write b: and a value, "
        + "or make it part of the line above"
    ),
    (
      "a\nb: 1\n",
      "1:1: expected a key with a colon, found \"a\"; write a: and a value, "
        + "or make it part of the line above"
    ),
    (
      "a: @x\n",
      "1:4: expected a value, found \"@\", which cannot begin one; put the value in quotes"
    ),
    (
      "a: *\n",
      "1:4: expected a name after \"*\", found none; put a value that begins with \"*\" in quotes"
    ),
    (
      "a: !x!y 1\n",
      "1:4: expected a value without a tag, found \"!x!y 1\"; "
        + "put a value that begins with ! in quotes"
    ),
    (
      "a: |x\n",
      "1:4: expected the end of the line after \"|\", found \"x\"; "
        + "begin the text on the next line, or put the value in quotes"
    ),
    (
      "%x\n",
      "1:1: expected a key, found \"%\"; remove the line, "
        + "or put a value that begins with % in quotes"
    ),
  ])
  func `values that need quotes and colons that need spaces`(text: String, message: String) {
    #expect(messages(text) == ["f:" + message])
  }

  @Test(arguments: [
    (
      "a: 1\nb: \"open\nc: 3\n",
      "2:4: expected a second '\"' after this one, found none; close the quotes"
    ),
    ("a: 'open\n", "1:4: expected a second \"'\" after this one, found none; close the quotes"),
    (
      "a: \"open\nb: \"x\"\n",
      "1:4: expected a second '\"' on this line, found it on line 2; close the quotes"
    ),
    (
      "a: \"x\" y\n",
      "1:8: expected the end of the line after the closing quote, found \"y\"; "
        + "write \\\" for a quote inside double quotes"
    ),
    (
      "a: 'it's'\n",
      "1:8: expected the end of the line after the closing quote, found \"s'\"; "
        + "write '' for a quote inside single quotes"
    ),
    (
      "a: \"C:\\qx\"\n",
      "1:7: expected an escape such as \\n or \\\", found \\q; "
        + "write \\\\ for a backslash, or use single quotes"
    ),
    (
      "a: \"\\u12\"\n",
      "1:7: expected the hexadecimal digits of a character after the backslash; "
        + "write \\\\ for a backslash, or use single quotes"
    ),
    (
      "a: 1\nlist: [1,\n  2\nb: 3\n",
      "4:1: expected \",\" or \"]\" for the \"[\" on line 2, found \"b: 3\"; "
        + "put a comma between the elements, and \"]\" after the last"
    ),
    (
      "- { id: a frame: 1 }\n",
      "1:11: expected \",\" or \"}\", found \"frame: 1 }\"; "
        + "put a comma between the elements, and \"}\" after the last"
    ),
    (
      "a: [1, 2\n",
      "1:4: expected \"]\" for this \"[\", found the end of the text; close it with \"]\""
    ),
    (
      "a: [1]]\n",
      "1:7: expected the end of the line, found \"]\"; remove it, "
        + "or put the whole value in quotes"
    ),
    (
      "a: }\n",
      "1:4: expected a value, found \"}\"; put a value that begins like this in quotes"
    ),
  ])
  func `quotes and brackets that are not closed`(text: String, message: String) {
    #expect(messages(text) == ["f:" + message])
  }

  // Whatever is cut out of a good file: every message says what was expected, and where.
  @Test func `no message is in libyaml's words`() {
    let text = Array(
      """
      screens: { panel: { size: [800, 480] } }
      application:
        windows:
          - id: main
            subviews:
              - id: "red"   # a comment
                frame: [20, 20, 200, 100]
                handles: [touches]
              - { id: 'blue', frame: fill }
      text: |
        more

      """.unicodeScalars)
    for place in text.indices {
      for changed in ["", "\t", ":", "\"", "'", "[", "}", "- ", " ", "\n", "@", "*", "%", "|"] {
        var scalars = String.UnicodeScalarView(text[..<place])
        scalars.append(contentsOf: changed.unicodeScalars)
        scalars.append(contentsOf: text[(place + 1)...])
        for message in messages(String(scalars)) {
          #expect(!message.contains("expected YAML"), "\(message)\n\(String(scalars))")
        }
      }
    }
  }
}
