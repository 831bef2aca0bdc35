package app

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/app/console"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/gwas/meta"
)

// The command on the page repeats a server's run on its clean files: the tables are equal byte by
// byte.
func TestServerAndCommandLineGiveTheSameResult(t *testing.T) {
	t.Parallel()
	uploader := startServer(t)
	reviewer := signIn(t, uploader.base, "reviewer")
	var sets []string
	for i, name := range []string{"North", "South HF", "Åland's"} {
		text := bytes.ReplaceAll(hermestest.Sumstats(4400, uint64(i+1)), []byte("\n22\t"), []byte("\n23\t"))
		sets = append(sets, approved(t, uploader, reviewer, name, text))
	}
	coding := map[string]string{"sample size": "differs", "Hartung–Knapp": "differs"}
	for name, options := range map[string]map[string]any{
		"default":             {"scheme": "ivw", "genomic_control": true, "maf": 0.1, "info": 0.6, "palindromic": "frequency"},
		"random, all the way": {"scheme": "random", "genomic_control": true, "output_genomic_control": true, "maf": 0.2, "info": 0, "palindromic": "keep"},
		"sample size":         {"scheme": "samplesize", "genomic_control": true, "maf": 0, "info": 0, "palindromic": "drop", "x_coding": map[string]string{sets[0]: "0/1", sets[1]: "0/2", sets[2]: "0/2"}},
		"random by REML":      {"scheme": "random", "tau2": "reml", "genomic_control": true, "maf": 0, "info": 0, "palindromic": "keep", "x_coding": map[string]string{sets[1]: "females"}},
		"Hartung–Knapp": {"scheme": "random", "tau2": "dl", "ci": "hk", "genomic_control": true, "maf": 0, "info": 0, "palindromic": "keep",
			"x_coding": map[string]string{sets[0]: "0/1", sets[1]: "0/2", sets[2]: "females"}},
	} {
		t.Run(name, func(t *testing.T) {
			options["min_studies"], options["multi_ancestry"] = 2, false
			var m subject
			reviewer.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/meta-analyses",
				map[string]any{"name": name, "phenotype": "ALL_HF", "datasets": sets, "options": options}, &m)
			reviewer.await(t, "/api/hermes/meta-analyses/"+m.ID, time.Minute, "COMPLETED")
			if x := compareWithCommand(t, reviewer, m.ID, sets).XChromosome; x == nil || x.Coding != cmp.Or(coding[name], "not stated") {
				t.Errorf("chromosome X: %+v", x)
			}
		})
	}
}

// Meta-regression of four studies with different frequencies: the command finds the same axes.
func TestServerAndCommandLineGiveTheSameMetaRegression(t *testing.T) {
	t.Parallel()
	uploader := startServer(t)
	reviewer := signIn(t, uploader.base, "reviewer")
	var sets []string
	for i, name := range []string{"Oslo", "Kyoto", "Lagos", "Lima"} {
		sets = append(sets, approved(t, uploader, reviewer, name, drifted(hermestest.Sumstats(4400, uint64(i+1)), i)))
	}
	var m subject
	reviewer.want(t, http.StatusCreated, http.MethodPost, "/api/hermes/meta-analyses", map[string]any{
		"name":      "Axes",
		"phenotype": "ALL_HF",
		"datasets":  sets,
		"options": map[string]any{
			"scheme":          "metaregression",
			"axes":            1,
			"genomic_control": true,
			"min_studies":     2,
			"maf":             0,
			"info":            0,
			"palindromic":     "keep",
			"multi_ancestry":  false,
		},
	}, &m)
	reviewer.await(t, "/api/hermes/meta-analyses/"+m.ID, time.Minute, "COMPLETED")
	compareWithCommand(t, reviewer, m.ID, sets)
}

// approved returns the id of an accepted data set.
func approved(t *testing.T, uploader, reviewer *person, name string, text []byte) string {
	t.Helper()
	var d subject
	uploader.want(
		t,
		http.StatusCreated,
		http.MethodPost,
		"/api/hermes/uploads",
		registration(uploader.upload(t, name+".tsv", text), name, hermestest.Mapping()),
		&d,
	)
	uploader.await(t, "/api/hermes/uploads/"+d.ID, time.Minute, "READY FOR REVIEW")
	reviewer.accept(t, d.ID)
	return d.ID
}

// accept accepts a data set and acknowledges every doubt of its report.
func (p *person) accept(t *testing.T, id string) {
	t.Helper()
	var found struct{ Items []struct{ Doubts []string } }
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/review-findings?dataset="+id, nil, &found)
	p.want(
		t,
		http.StatusOK,
		http.MethodPost,
		"/api/hermes/uploads/"+id+"/review",
		map[string]any{"decision": "approve", "acknowledged": found.Items[0].Doubts},
		nil,
	)
}

// drifted changes the frequencies of some lines, different ones per study.
func drifted(text []byte, study int) []byte {
	const frequency = 6 // the column
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := 1 + study; i < len(lines); i += 2 + study {
		cells := strings.Split(lines[i], "\t")
		f, err := strconv.ParseFloat(cells[frequency], 64)
		if err != nil {
			panic(err)
		}
		cells[frequency] = strconv.FormatFloat(min(f+0.02*float64(study), 0.97), 'f', 4, 64)
		lines[i] = strings.Join(cells, "\t")
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// compareWithCommand returns the summary of the server's run.
func compareWithCommand(t *testing.T, p *person, id string, sets []string) meta.Summary {
	t.Helper()
	var made struct {
		Command string
		Summary meta.Summary
	}
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/meta-analyses/"+id, nil, &made)
	dir := t.TempDir()
	for _, set := range sets {
		r := p.call(t, http.MethodGet, "/api/hermes/uploads/"+set+"/files/clean.tsv.gz", nil, nil)
		if r.status != http.StatusOK {
			t.Fatalf("clean file: %d %s", r.status, r.body)
		}
		var d struct {
			Name string `json:"dataset_name"`
		}
		p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+set, nil, &d)
		must(t, os.WriteFile(filepath.Join(dir, d.Name+".clean.tsv.gz"), r.body, 0o600))
	}
	words := shellWords(t, made.Command)
	if len(words) < 3 || strings.Join(words[:3], " ") != "cohortium sumstats meta" {
		t.Fatalf("the command is %q", made.Command)
	}
	for i, word := range words { // the test stays in its own folder
		if file := filepath.Join(dir, word); strings.HasSuffix(word, ".gz") {
			words[i] = file
		} else if name, _, is := strings.Cut(word, "="); is && strings.HasSuffix(name, ".gz") {
			words[i] = file
		}
	}
	if said, status := sumstatsCLI(t, words[2:]...); status != console.ExitOK {
		t.Fatalf("%s\nstatus %d: %s", made.Command, status, said)
	}
	here, err := os.ReadFile(filepath.Join(dir, "results.tsv.gz"))
	must(t, err)
	there := p.call(t, http.MethodGet, "/api/hermes/meta-analyses/"+id+"/files/results.tsv.gz", nil, nil).body
	if len(here) < 10_000 || !bytes.Equal(here, there) {
		t.Errorf("the server's table has %d bytes, that of %s has %d others", len(there), made.Command, len(here))
	}
	text, err := os.ReadFile(filepath.Join(dir, "results.tsv.gz.summary.json"))
	must(t, err)
	var s meta.Summary
	must(t, json.Unmarshal(text, &s))
	if !slices.ContainsFunc(s.Studies, func(x meta.StudySummary) bool { return x.LambdaApplied > 1 }) {
		t.Error("no study was corrected, so nothing was compared")
	}
	for i, study := range s.Studies {
		if other := made.Summary.Studies[i]; study.Name != other.Name || study.LambdaGC != other.LambdaGC || study.LambdaApplied != other.LambdaApplied ||
			study.NCases != other.NCases || study.RowsUsed != other.RowsUsed {
			t.Errorf("the server says %+v, the command %+v", other, study)
		}
	}
	return made.Summary
}

// shellWords splits a line like a shell that knows single quotes and \'.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var words []string
	var word strings.Builder
	quoted, begun := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted, begun = !quoted, true
		case quoted:
			word.WriteByte(c)
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			begun = true
		case c == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		case strings.IndexByte("$`\"&;|<>()*?[]#~!{}", c) >= 0:
			t.Fatalf("%c is not quoted in %s", c, line)
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	return append(words, word.String())
}
