# Run by CPack on what it is about to pack: adds the copyright file and the
# change log that Debian's policy wants in each package, compresses what the
# policy wants compressed, and refuses files that name the folder of the build.

cmake_policy(VERSION 3.25)

foreach(program gzip date)
  find_program(KB_${program} ${program} REQUIRED)
endforeach()

function(kb_gzip file)
  # Without name and time, so that the same files give the same package.
  execute_process(COMMAND ${KB_gzip} -9 -n -f "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The date of the change log: SOURCE_DATE_EPOCH, else that of the sources.
set(kb_epoch "$ENV{SOURCE_DATE_EPOCH}")
if(kb_epoch STREQUAL "")
  file(TIMESTAMP "${CPACK_KB_SOURCE_DIR}/CMakeLists.txt" kb_epoch "%s" UTC)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C "${KB_date}" -u -R -d "@${kb_epoch}"
  OUTPUT_VARIABLE kb_date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

foreach(row ${CPACK_KB_PACKAGES})
  string(REPLACE "=" ";" row "${row}")
  list(GET row 0 component)
  list(GET row 1 package)
  if(NOT component IN_LIST CPACK_COMPONENTS_ALL)
    continue()
  endif()
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}")
  if(NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "nothing is staged in ${root}")
  endif()
  set(doc "${root}/usr/share/doc/${package}")
  file(MAKE_DIRECTORY "${doc}")
  configure_file("${CPACK_KB_SOURCE_DIR}/packaging/debian/copyright" "${doc}/copyright" COPYONLY)
  file(WRITE "${doc}/changelog.Debian"
"kernel-bounds (${CPACK_KB_DEBIAN_VERSION}) unstable; urgency=medium

  * Built from the sources by CPack.

 -- ${CPACK_PACKAGE_CONTACT}  ${kb_date}
")
  kb_gzip("${doc}/changelog.Debian")
  file(GLOB_RECURSE kb_pages "${root}/usr/share/man/*.[1-8]")
  foreach(page ${kb_pages})
    kb_gzip("${page}")
  endforeach()
  file(CHMOD_RECURSE "${root}/usr/share" FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
    DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  # The folder of the sources or the build in a file is a fault.
  execute_process(COMMAND grep -r -l -F -e "${CPACK_KB_SOURCE_DIR}/" -e "${CPACK_KB_BINARY_DIR}/" "${root}"
    OUTPUT_VARIABLE kb_named OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT kb_named STREQUAL "")
    message(FATAL_ERROR "files that name the folder of the sources or of the build:\n${kb_named}")
  endif()
endforeach()
