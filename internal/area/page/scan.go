package page

import (
	"regexp"
	"slices"
)

// expressionTokens matches the next token of an expression. Users write a column as its title in
// brackets, which a stored document does not contain.
var expressionTokens = regexp.MustCompile(`^(?:([A-Za-z_][A-Za-z0-9_]*)|((?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)` +
	`|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(&&|\|\||==|!=|<=|>=|[-+*/%<>!(),])|\[(?:[^\]]|\]\])*\])`)

var expressionBlank = regexp.MustCompile(`^[\s\x{00a0}\x{feff}]+`)

// kinds of tokens.
const (
	nameToken   = 'n' // of a column or of a function
	numberToken = '0'
	textToken   = '"'
	markToken   = '+'
	wrongToken  = '?'
)

type token struct {
	kind rune
	text string
}

// tokensOf splits an expression into tokens.
func tokensOf(text string) (out []token) {
	for {
		text = text[len(expressionBlank.FindString(text)):]
		if text == "" {
			return out
		}
		m := expressionTokens.FindStringSubmatch(text)
		if m == nil {
			_, after, _ := cutRune(text)
			out, text = append(out, token{wrongToken, text[:len(text)-len(after)]}), after
			continue
		}
		kind := wrongToken
		for i, one := range []rune{nameToken, numberToken, textToken, markToken} {
			if m[i+1] != "" {
				kind = one
			}
		}
		out, text = append(out, token{kind, m[0]}), text[len(m[0]):]
	}
}

func cutRune(text string) (first rune, rest string, ok bool) {
	for i, r := range text {
		if i > 0 {
			return first, text[i:], true
		}
		first = r
	}
	return first, "", text != ""
}

// namesIn returns the columns and the functions that an expression names, each once, in order.
func namesIn(tokens []token) (columns, functions []string) {
	for i, t := range tokens {
		switch {
		case t.kind != nameToken:
		case i+1 < len(tokens) && tokens[i+1] == token{markToken, "("}:
			functions = withOnce(functions, t.text)
		case t.text != "true" && t.text != "false":
			columns = withOnce(columns, t.text)
		}
	}
	return columns, functions
}

func withOnce(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// maxNesting is how deep the brackets of an expression may be nested.
const maxNesting = 100

// reader checks the form of an expression and derives its type: values joined by operators, calls,
// brackets. Precedence and types within it are checked by the page; nothing is computed here.
type reader struct {
	tokens []token
	at     int
	depth  int
	typeOf func(column string) types
}

// read returns the type of an expression, 0 when it is unknown; false when it cannot be parsed.
func read(tokens []token, typeOf func(column string) types) (types, bool) {
	r := &reader{tokens: tokens, typeOf: typeOf}
	gives, ok := r.expression()
	return gives, ok && r.at == len(tokens)
}

func (r *reader) takes(mark string) bool {
	if r.at < len(r.tokens) && r.tokens[r.at] == (token{markToken, mark}) {
		r.at++
		return true
	}
	return false
}

func (r *reader) expression() (gives types, ok bool) {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxNesting {
		return 0, false
	}
	if gives, ok = r.value(); !ok {
		return 0, false
	}
	for r.at < len(r.tokens) && r.tokens[r.at].kind == markToken {
		mark := r.tokens[r.at].text
		switch mark {
		case "(", ")", ",", "!":
			return gives, true
		case "&&", "||", "==", "!=", "<", ">", "<=", ">=":
			gives = boolean
		default:
			if gives != boolean { // then something was compared before
				gives = number
			}
		}
		r.at++
		if _, ok := r.value(); !ok {
			return 0, false
		}
	}
	return gives, true
}

// value reads one operand, with its prefix operators.
func (r *reader) value() (gives types, ok bool) {
	signed := types(0)
	for before := r.at; ; before = r.at {
		if r.takes("!") {
			signed = boolean
		} else if r.takes("-") || r.takes("+") {
			signed = number
		}
		if r.at == before {
			break
		}
	}
	if gives, ok = r.operand(); signed != 0 {
		gives = signed
	}
	return gives, ok
}

func (r *reader) operand() (gives types, ok bool) {
	if r.takes("(") {
		gives, ok = r.expression()
		return gives, ok && r.takes(")")
	}
	if r.at == len(r.tokens) {
		return 0, false
	}
	t := r.tokens[r.at]
	r.at++
	switch {
	case t.kind == numberToken:
		return number, true
	case t.kind == textToken:
		return text, true
	case t.kind != nameToken:
		return 0, false
	case r.takes("("):
		return r.call(t.text)
	case t.text == "true" || t.text == "false":
		return boolean, true
	}
	return r.typeOf(t.text), true
}

// call reads the arguments of a function, up to the closing bracket.
func (r *reader) call(name string) (types, bool) {
	var given []types
	for !r.takes(")") {
		if len(given) > 0 && !r.takes(",") {
			return 0, false
		}
		gives, ok := r.expression()
		if !ok {
			return 0, false
		}
		given = append(given, gives)
	}
	f, known := functions()[name]
	switch {
	case !known:
		return 0, true // which is reported for the name
	case len(given) < f.least || f.most > 0 && len(given) > f.most:
		return 0, false
	case f.gives == 0:
		return given[len(given)-1], true
	}
	return f.gives, true
}
