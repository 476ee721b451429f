// The modes of cpgload; each prints its result as KEY=VALUE words and returns the exit status: 0 when all was as it
// should be, 1 when not.
#pragma once

#include <string>
#include <vector>

namespace cpgload {

using Words = std::vector<std::string>;

int flood(const Words&);
int listen(const Words&);
int ping(const Words&);
int stream(const Words&);
int views(const Words&);
int ring(const Words&);

}  // namespace cpgload
