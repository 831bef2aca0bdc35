package qc

import "strings"

// Unmeasured returns the names of the steps that had nothing to judge.
func Unmeasured(steps []Step) (names []string) {
	for i := range steps {
		if steps[i].Verdict == NotMeasured {
			names = append(names, steps[i].Name)
		}
	}
	return names
}

// Doubts returns the findings that a reviewer has to acknowledge, in the words of the report and in
// the order of the steps: a file that was not checked (see unchecked), and warnings about inflation,
// LD score regression and standard errors, the figures by which the whole file may be wrong. Where LD
// score regression passed, λ is not among them: the intercept separates signal from stratification.
func Doubts(steps []Step) (sentences []string) {
	verdicts := make(map[string]Verdict, len(steps))
	for i := range steps {
		verdicts[steps[i].Name] = steps[i].Verdict
	}
	for i := range steps {
		s := &steps[i]
		switch {
		case len(s.Messages) == 0:
		case s.unchecked():
			sentences = append(sentences, s.Messages[len(s.Messages)-1])
		case s.Verdict != Warned:
		case s.Name == stepInflation && verdicts[stepPolygenic] != Pass, s.Name == stepPolygenic, s.Name == stepSEN:
			sentences = append(sentences, strings.Join(s.Messages, " "))
		}
	}
	return sentences
}

// unchecked reports whether the step lacks a measurement without which the file is unchecked:
// alleles that were not compared with a panel, and a file with few rows.
func (s *Step) unchecked() bool {
	return s.Verdict == NotMeasured && (s.Name == stepAlleles || s.Name == stepCompleteness)
}
