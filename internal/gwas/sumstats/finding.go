package sumstats

import "fmt"

// Level is the severity of a finding.
type Level string

// Block: the file cannot be used like this. Warn: look at it. Info: good to know.
const (
	Block Level = "block"
	Warn  Level = "warn"
	Info  Level = "info"
)

// Finding is an observation about a file, worded for the person who made it.
type Finding struct {
	Code    string `json:"code"`
	Level   Level  `json:"level"`
	Message string `json:"message"`
	Remedy  string `json:"remedy,omitempty"`
	Line    int64  `json:"line,omitempty"` // 1-based
	Column  string `json:"column,omitempty"`
	Field   Field  `json:"field,omitempty"`
}

// String returns the finding as one line: place, what, and what to do.
func (f Finding) String() string {
	text := f.Message
	if f.Line > 0 {
		text = fmt.Sprintf("line %d: %s", f.Line, text)
	}
	if f.Remedy != "" {
		text += " " + f.Remedy
	}
	return text
}
