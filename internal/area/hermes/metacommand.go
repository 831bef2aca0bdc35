package hermes

import (
	"encoding/json"
	"regexp"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/file"
)

// command returns the command line that repeats a completed meta-analysis on downloaded clean
// files; "" before completion.
func (m *Meta) command() string {
	var summary struct {
		Settings meta.Options `json:"settings"`
	}
	if len(m.Summary) == 0 || json.Unmarshal(m.Summary, &summary) != nil {
		return ""
	}
	studies := make([]meta.Input, len(m.Inputs))
	for i, in := range m.Inputs {
		path := file.NameOnDisk(in.DatasetName + "." + qc.FileClean)
		if strings.HasPrefix(path, "-") {
			path = "./" + path // or it would be taken for an option
		}
		studies[i] = meta.Input{Name: in.DatasetName, File: path, Ancestry: in.Ancestry, N: float64(in.NTotal)}
		if in.Cases != nil && in.Controls != nil {
			studies[i].NCases, studies[i].NControls = float64(*in.Cases), float64(*in.Controls)
		}
	}
	words := append([]string{"cohortium"}, meta.CommandLine(studies, summary.Settings, meta.FileResults)...)
	for i := range words {
		words[i] = shellWord(words[i])
	}
	return strings.Join(words, " ")
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:=@%+,-]+$`)

// shellWord quotes a word that a shell would split, with single quotes.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
